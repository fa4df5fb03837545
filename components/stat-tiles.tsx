/** Numbers in large type, each below its name. */
interface StatTilesProps {
  readonly tiles: readonly (readonly [name: string, value: string])[];
}

export function StatTiles({ tiles }: StatTilesProps) {
  return (
    <dl class="figures">
      {tiles.map(([name, value]) => (
        <div key={name}>
          <dt class="hint">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
