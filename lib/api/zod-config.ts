/**
 * zod probes `new Function` once, which the content policy reports as a violation, unless it is configured before.
 * Imported first by every entrypoint that loads a schema.
 */
import { config } from 'zod/mini';

config({ jitless: true });
