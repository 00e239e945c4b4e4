import type { PersonPlan } from '#shared/contract/person-acts.ts'

/** What would become of the rows, one line for each kind. */
export function PlanSteps({ plan }: { plan: PersonPlan }) {
  if (plan.steps.length === 0) return <p>No other row changes.</p>
  return (
    <ul
      aria-label="What would happen"
      className="grid gap-1.5 rounded-md border border-line bg-sunken px-4 py-3 text-small"
    >
      {plan.steps.map(({ what, rows }) => (
        <li key={what} className="flex gap-3 figures">
          <span className="w-10 shrink-0 text-right font-semibold">
            {rows.toLocaleString('en-GB')}
          </span>
          <span className="min-w-0 wrap-anywhere">{what}</span>
        </li>
      ))}
    </ul>
  )
}
