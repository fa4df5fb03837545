import type { CDPSession, Protocol } from 'puppeteer-core';

export interface EvaluateOptions {
  /** Runs as in a user gesture, which clipboard and permission requests need. */
  readonly userGesture?: boolean;
  readonly contextId?: number;
  /** Sent along as JSON to a function. */
  readonly args?: readonly unknown[];
}

const describe = ({ exception, text }: Protocol.Runtime.ExceptionDetails): string =>
  exception?.description ?? (exception?.value === undefined ? text : JSON.stringify(exception.value));

/** Runs a function or an expression in the session's page or worker; promises are awaited, the value comes as JSON. */
export async function evaluate<T = unknown>(
  session: CDPSession,
  // eslint-disable-next-line typescript/no-explicit-any -- the function declares its arguments
  script: string | ((...args: any[]) => T),
  { userGesture = false, contextId, args = [] }: EvaluateOptions = {},
): Promise<Awaited<T>> {
  const expression =
    typeof script === 'string'
      ? script
      : `(${script.toString()})(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    userGesture,
    awaitPromise: true,
    returnByValue: true,
    ...(contextId === undefined ? {} : { contextId }),
  });
  if (exceptionDetails) throw new Error(`In the browser: ${describe(exceptionDetails)}`);
  // The protocol types the value as any; it is what the function returned, after JSON.
  return result.value;
}

/** Calls a function declaration with the node as `this`. */
export async function callOn(
  session: CDPSession,
  backendNodeId: number,
  functionDeclaration: string,
  args: readonly (string | number)[] = [],
): Promise<unknown> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId });
  if (object.objectId === undefined) throw new Error('The element is gone.');
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration,
    arguments: args.map((value) => ({ value })),
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails) throw new Error(`In the browser: ${describe(exceptionDetails)}`);
  return result.value as unknown;
}
