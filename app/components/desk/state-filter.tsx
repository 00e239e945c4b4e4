import { StateChip } from '#app/components/deliveries/state-chip.tsx'

type StateFilterProps<State extends string> = {
  label: string
  words: Record<State, { name: string }>
  /** Of everything else that is asked for; states that nothing is in are left out. */
  counts: Record<State, number> | undefined
  state: State | undefined
  onChange: (state: State | undefined) => void
}

/** All states or one of them; each says how many there are. */
export function StateFilter<State extends string>({
  label,
  words,
  counts,
  state: chosen,
  onChange,
}: StateFilterProps<State>) {
  const states = Object.keys(words) as State[]
  const shown = states.filter((state) => counts?.[state] || chosen === state)
  const all = counts && states.reduce((sum, state) => sum + counts[state], 0)
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-2">
      <StateChip name="All" count={all} isOn={!chosen} onPress={() => onChange(undefined)} />
      {shown.map((state) => (
        <StateChip
          key={state}
          name={words[state].name}
          count={counts?.[state]}
          isOn={chosen === state}
          onPress={() => onChange(state)}
        />
      ))}
    </fieldset>
  )
}
