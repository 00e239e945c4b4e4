import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { useFormatInstant } from '#client/admin/use-format-instant.ts'
import { call } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { backups } from '#features/events/admin/event-queries.ts'
import type { getBackups } from '#features/administrators/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { writePeople } from '#kernel/write-count.ts'

type Backups = ReplyOf<typeof getBackups>

const askAgainMs = 1500

/** Returns a text that changes with every finished backup attempt. */
function latestOf({ last, failure }: Backups) {
  return `${last?.madeAt ?? ''} ${failure?.at ?? ''}`
}

/** Starts a backup, or waits for one that is running already. Calls `onMade` after success. */
export function useCopyMaking(onMade: () => void) {
  /** Identifies the backup attempt that was the latest when the administrator requested a backup; undefined before. */
  const [before, setBefore] = useState<string>()
  const isStill = (data: Backups | undefined) =>
    before !== undefined && (!data || latestOf(data) === before)
  const query = useQuery({
    ...backups,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isStill(state.data) ? askAgainMs : false),
  })
  const isWaiting = isStill(query.data)
  const asking = useMutation({
    async mutationFn() {
      const known = (await query.refetch()).data
      await call('POST /api/admin/setup/copy')
      return known ? latestOf(known) : ' '
    },
    onSuccess: setBefore,
  })
  const isMade = before !== undefined && !isWaiting && query.data?.failure === null
  const finish = useEffectEvent(onMade)
  useEffect(() => {
    if (isMade) finish()
  }, [isMade])
  return {
    copies: query.data,
    isAtWork: asking.isPending || isWaiting,
    problem: asking.error ?? undefined,
    make: () => asking.mutate(),
  }
}

/** Shows the last backup or its failure, and a button that makes a backup. */
export function CopyMaking({ making }: { making: ReturnType<typeof useCopyMaking> }) {
  const { copies, isAtWork, problem } = making
  const format = useFormatInstant()
  return (
    <div className="mt-7 rounded-md border border-line bg-raised px-4 py-4 sm:px-5">
      <h3 className="text-subheading">First backup</h3>
      <p className="mt-2 text-small text-muted">
        Greenroom verifies each backup by restoring a copy of it. The next backup is made tomorrow.
      </p>
      <output className="mt-3 grid gap-2 text-small empty:hidden">
        {isAtWork && (
          <p className="flex items-center gap-2.5 font-medium">
            <span aria-hidden className="size-2.5 animate-breathe rounded-full bg-accent" />
            Creating and verifying a backup. This takes about 30 seconds.
          </p>
        )}
        {!isAtWork && copies?.last && !copies.failure && (
          <p className="flex items-start gap-2 font-medium text-success figures">
            <Check aria-hidden size={17} className="mt-0.5 shrink-0" />
            <span>
              {`The backup of ${format(copies.last.madeAt)} was verified. It contains ${writePeople(copies.last.people)}.`}
            </span>
          </p>
        )}
      </output>
      <div aria-live="polite">
        {!isAtWork && (copies?.failure || problem) && (
          <p className="mt-3 flex items-start gap-2 text-small font-medium wrap-anywhere text-danger">
            <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
            {problem ? explainSave(problem) : `Backup failed. ${copies?.failure?.reason}`}
          </p>
        )}
      </div>
      <Button variant="secondary" className="mt-4" pending={isAtWork} onClick={making.make}>
        {copies?.last || copies?.failure ? 'Back up again' : 'Back up now'}
      </Button>
    </div>
  )
}
