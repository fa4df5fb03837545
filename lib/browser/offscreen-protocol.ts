/** The second, small message table: background → offscreen page. */
export interface CopyMessage {
  readonly target: 'offscreen';
  readonly text: string;
}

export function isCopyMessage(message: unknown): message is CopyMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'target' in message &&
    message.target === 'offscreen' &&
    'text' in message &&
    typeof message.text === 'string'
  );
}
