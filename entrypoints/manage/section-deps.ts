/** A section of the page: its module, and its dependencies with what outlives it. */
import type { VNode } from 'preact';
import type { LinksModel } from './links/links-model.ts';
import type { ManageModel } from './model.ts';
import type { PageDeps } from './page-deps.ts';

export interface SectionDeps extends PageDeps {
  /** Models that outlive their section, so that the user finds it as it was left. */
  readonly retained: { links?: LinksModel };
}

/** The module of a section. `model` is the page's: its jobs and notices. */
export interface SectionModule {
  readonly render: (deps: SectionDeps, model: ManageModel) => VNode;
}
