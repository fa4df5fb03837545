/** The endpoints of this service, read from its app: a client's list can be compared with it. */
import { createApp } from './app.ts';
import { createService } from './create-service.ts';

export interface ContractRoute {
  readonly method: string;
  /** With `:name` for each path parameter, as in API §4. */
  readonly path: string;
}

function readRoutes(): ContractRoute[] {
  const service = createService({});
  const { routes } = createApp(service);
  service.database.close();
  return routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => ({ method, path }));
}

export const contractRoutes: readonly ContractRoute[] = readRoutes();
