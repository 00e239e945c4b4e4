import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { SampleRemoval } from '#features/events/admin/sample-removal.tsx'
import { setupState } from '#features/setup/admin/setup-queries.ts'
import type { Setup } from '#features/setup/contract.ts'

/** The remaining sample content, with a button that deletes it. */
export function SampleLeft({ sample }: { sample: Setup['sample'] }) {
  const queryClient = useQueryClient()
  const [isGone, setIsGone] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  async function readAnew() {
    await queryClient.invalidateQueries({ queryKey: setupState.queryKey })
    setIsGone(true)
  }
  // The focused button is gone, so move the focus.
  useEffect(() => {
    if (isGone) heading.current?.focus({ preventScroll: true })
  }, [isGone])
  if (isGone) {
    return (
      <h3 ref={heading} tabIndex={-1} className="mt-8 text-subheading outline-none">
        The sample is gone
      </h3>
    )
  }
  if (sample.events === 0 && !sample.hasContent) return null
  return (
    <div className="mt-8 rounded-md border border-line bg-raised px-4 py-4 sm:px-5">
      <h3 className="text-subheading">The sample is still there</h3>
      <p className="mt-2 mb-4 text-small text-muted">
        {sample.events > 0 && (
          <span>{`${sample.events} of its events are open to visitors. `}</span>
        )}
        {sample.hasContent && (
          <span>
            Testimonials, logos and words of the pages are the sample’s where you did not change
            them.
          </span>
        )}
      </p>
      <SampleRemoval
        samples={sample.events}
        registrations={sample.registrations}
        onDone={() => void readAnew()}
      />
    </div>
  )
}
