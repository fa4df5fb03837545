/** Approximates the preview that a social network shows for a link with this card. */
import { t } from '../../lib/i18n/t.ts';

interface CardPreviewProps {
  readonly title: string;
  readonly description: string;
  readonly host: string;
  /** A `data:` URL; `null` where it can't be shown here. */
  readonly picture: string | null;
}

export function CardPreview({ title, description, host, picture }: CardPreviewProps) {
  return (
    <figure aria-label={t('linkPreviewFigure')} class="card-preview">
      {picture !== null && <img src={picture} alt="" />}
      <p class="hint">
        <bdi dir="ltr">{host}</bdi>
      </p>
      {title !== '' && (
        <p class="option-heading">
          <bdi>{title}</bdi>
        </p>
      )}
      {description !== '' && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
    </figure>
  );
}
