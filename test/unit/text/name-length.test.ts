/** The limit that forms report is the one of the commands. */
import { describe, expect, it } from 'vitest';
import { commandSchema } from '../../../lib/outbox/commands.ts';
import { isNameTooLong, maxNameLength } from '../../../lib/text/name-length.ts';
import { campaignCommand } from '../../support/samples.ts';

describe.each(['x', '🙂'])('a name of the character %s', (character) => {
  it.each([
    [maxNameLength, true],
    [maxNameLength + 1, false],
  ])('%i times fits: %s', (count, fits) => {
    const name = character.repeat(count);
    expect([!isNameTooLong(name), commandSchema.safeParse(campaignCommand(1, name)).success]).toEqual([
      fits,
      fits,
    ]);
  });
});
