/** The panels that the actions of a link open: its QR code, copy formats, ways to share it, and where to file it. */
import type { CopyableLink } from '../../lib/copy/copy-formats.ts';
import { AssignTo, type AssignDeps } from '../assign-to.tsx';
import { CopyAs, type CopyAsDeps } from './copy-as.tsx';
import type { LinkAction } from './link-action-buttons.tsx';
import { QrCode, type QrCodeDeps } from './qr-code.tsx';
import { Share, type ShareDeps } from './share.tsx';

export interface LinkActionDeps extends QrCodeDeps, CopyAsDeps, ShareDeps {
  readonly assign: AssignDeps;
}

interface LinkActionPanelProps {
  readonly action: LinkAction;
  readonly link: CopyableLink;
  readonly deps: LinkActionDeps;
}

export function LinkActionPanel({ action, link, deps }: LinkActionPanelProps) {
  switch (action) {
    case 'qrCode':
      return <QrCode link={link} deps={deps} />;
    case 'copyAs':
      return <CopyAs link={link} deps={deps} />;
    case 'share':
      return <Share link={link} deps={deps} />;
    case 'addTo':
      return <AssignTo deps={deps.assign} />;
  }
}
