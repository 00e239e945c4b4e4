type StateChipProps = {
  name: string
  count: number | undefined
  isOn: boolean
  onPress: () => void
}

/** A state to look at, with how many there are. */
export function StateChip({ name, count, isOn, onPress }: StateChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-small font-semibold figures ${
        isOn
          ? 'border-transparent bg-accent text-accent-ink'
          : 'border-line-strong text-ink hover:border-glow hover:text-glow'
      }`}
    >
      {name}
      {count !== undefined && (
        <span className={isOn ? '' : 'text-muted'}>{count.toLocaleString('en-GB')}</span>
      )}
    </button>
  )
}
