/**
 * zod probes `new Function` once, which the content policy reports as a violation, unless it is told beforehand.
 * Imported first by every entrypoint that brings a schema along.
 */
import { config } from 'zod/mini';

config({ jitless: true });
