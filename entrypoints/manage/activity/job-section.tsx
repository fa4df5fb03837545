/** One part of the job list under its heading; not rendered while it is empty. */
import type { ComponentChildren } from 'preact';
import type { JobView } from '../../../lib/views/job-view.ts';
import { JobRow } from './job-row.tsx';
import type { ManageProps } from '../model.ts';

interface JobSectionProps extends ManageProps {
  readonly id: string;
  readonly name: string;
  readonly jobs: readonly JobView[];
  /** Buttons that apply to all of its jobs. */
  readonly children?: ComponentChildren;
}

export function JobSection({ id, name, jobs, page, children }: JobSectionProps) {
  if (jobs.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div class="heading">
        <h3 id={id}>{name}</h3>
        {children}
      </div>
      <ul class="jobs">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} page={page} />
        ))}
      </ul>
    </section>
  );
}
