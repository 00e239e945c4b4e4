import { useQuery } from '@tanstack/react-query'
import { type CsvColumns, DownloadRowsButton } from '#client/admin/download-rows.tsx'
import { read } from '#client/api/call.ts'
import { Card } from '#client/ui/card.tsx'
import type { FeedbackOfEvent } from '#features/feedback/contract.ts'
import { writeCount } from '#kernel/write-count.ts'

const feedback = read('GET /api/admin/answers')

const columns: CsvColumns<FeedbackOfEvent> = {
  Event: ({ title }) => title,
  Asked: ({ asked }) => String(asked),
  Opened: ({ opened }) => String(opened),
  Answered: ({ answered }) => String(answered),
  Answers: ({ options }) => options.map(({ label, count }) => `${label}: ${count}`).join('; '),
}

/** Shades of the parts of a bar, from the first answer to the last. */
const shades = ['100%', '72%', '48%', '30%', '16%']

/** Renders the answers to the question after each event, as one bar for each event. */
export function FeedbackChart() {
  const { data = [] } = useQuery({ ...feedback, staleTime: 0 })
  if (data.length === 0) return null
  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <h2 className="text-subheading">Answers after events</h2>
      <p className="mt-1.5 text-small text-muted">Who was asked, and the share of each answer.</p>
      <DownloadRowsButton
        className="mt-3"
        label="answers"
        fileName="answers"
        columns={columns}
        read={() => data}
      />
      <ul aria-label="Answers after events, newest first" className="mt-4 grid gap-5">
        {data.map((row) => (
          <li key={row.eventId} className="text-small">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <bdi className="font-semibold wrap-anywhere">{row.title}</bdi>
              <span className="text-muted figures">
                {row.asked.toLocaleString('en-GB')} asked · {row.opened.toLocaleString('en-GB')}{' '}
                opened · {writeCount(row.answered, 'answer')}
              </span>
            </p>
            <div
              aria-hidden
              className="mt-1.5 flex h-3 gap-px overflow-hidden rounded-full bg-line forced-color-adjust-none"
            >
              {row.options.map(({ label, count }, at) => (
                <div
                  key={label}
                  className="h-full bg-glow"
                  style={{
                    width: `${row.answered > 0 ? (count / row.answered) * 100 : 0}%`,
                    opacity: shades[Math.min(at, shades.length - 1)],
                  }}
                />
              ))}
            </div>
            <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-muted">
              {row.options.map(({ label, count }, at) => (
                <li key={label} className="flex items-center gap-1.5 wrap-anywhere">
                  <span
                    aria-hidden
                    className="size-2.5 shrink-0 rounded-full bg-glow forced-color-adjust-none"
                    style={{ opacity: shades[Math.min(at, shades.length - 1)] }}
                  />
                  <bdi>{label}</bdi>{' '}
                  <span className="figures">{count.toLocaleString('en-GB')}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}
