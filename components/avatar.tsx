/** The picture of an account; where it has none, the initials of its name. */
interface AvatarProps {
  /** A `data:` address. */
  readonly picture: string | null;
  readonly name: string;
  /** Empty where the name is beside it. */
  readonly alt?: string;
}

export function Avatar({ picture, name, alt = '' }: AvatarProps) {
  if (picture !== null) return <img class="avatar" src={picture} width="48" height="48" alt={alt} />;
  return (
    <span class="avatar" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** "RV" of "Robin Vale", "robin.vale" or "robin.vale@example.org". */
function initials(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toLocaleUpperCase() ?? '')
    .join('');
}
