import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { SampleRemoval } from '#features/events/admin/sample-removal.tsx'
import { setupState } from '#features/setup/admin/setup-queries.ts'
import type { Setup } from '#features/setup/contract.ts'

/** The remaining sample content, with a button that deletes all of it. */
export function SampleLeft({ sample }: { sample: Setup['sample'] }) {
  const queryClient = useQueryClient()
  const [isGone, setIsGone] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  async function readAnew() {
    await queryClient.invalidateQueries({ queryKey: setupState.queryKey })
    setIsGone(true)
  }
  // The focused button is gone, so focus the heading.
  useEffect(() => {
    if (isGone) heading.current?.focus({ preventScroll: true })
  }, [isGone])
  if (isGone) {
    return (
      <h3 ref={heading} tabIndex={-1} className="mt-8 text-subheading outline-none">
        Sample content removed
      </h3>
    )
  }
  if (sample.events === 0 && !sample.hasContent) return null
  return (
    <div className="mt-8 rounded-md border border-line bg-raised px-4 py-4 sm:px-5">
      <h3 className="text-subheading">Sample content</h3>
      <p className="mt-2 mb-4 text-small text-muted">
        {sample.events > 0 && (
          <span>{`${sample.events === 1 ? '1 sample event is' : `${sample.events} sample events are`} visible to visitors. `}</span>
        )}
        {sample.hasContent && (
          <span>Testimonials, logos and page texts that you have not changed are samples.</span>
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
