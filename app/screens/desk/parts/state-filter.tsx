import type { StateWords } from './describe-work.ts'

type StateFilterProps<State extends string> = {
  label: string
  words: StateWords<State>
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
  const all = counts && states.reduce((sum, state) => sum + counts[state], 0)
  const chips = states
    .filter((state) => counts?.[state] || chosen === state)
    .map((state) => ({ state, name: words[state].name, count: counts?.[state] }))
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-wrap gap-2">
      {[{ state: undefined, name: 'All', count: all }, ...chips].map(({ state, name, count }) => (
        <button
          key={name}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onChange(state)}
          className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-small font-semibold figures ${
            state === chosen
              ? 'border-transparent bg-accent text-accent-ink'
              : 'border-line-strong text-ink hover:border-glow hover:text-glow'
          }`}
        >
          {name}
          {count !== undefined && (
            <span className={state === chosen ? '' : 'text-muted'}>
              {count.toLocaleString('en-GB')}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
