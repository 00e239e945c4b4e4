/** The counts of a results card. */
export function ImportCounts({ counts }: { counts: Record<string, number> }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 @lg:grid-cols-4">
      {Object.entries(counts).map(([name, count]) => (
        <div
          key={name}
          className="flex flex-col justify-between rounded-md border border-line bg-canvas px-3 py-2.5"
        >
          <dt className="text-caption text-muted">{name}</dt>
          <dd className="figures font-display text-heading font-semibold">
            {count.toLocaleString('en')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
