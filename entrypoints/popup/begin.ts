/** What the popup begins with once all of it is there. */
import { chooseAdded } from './additions.ts';
import { greet } from './ask-again.ts';
import type { PopupModel } from './model.ts';
import { watchView } from './watch-view.ts';

export function begin(model: PopupModel): void {
  chooseAdded(model);
  void watchView(model);
  greet();
}
