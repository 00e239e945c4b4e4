import { useEffect, useRef } from 'react'

type ShowNotesProps = {
  /** HTML that the server made from Markdown without any HTML of its own. */
  html: string
  /** Plays the recording from a number of seconds. Without it, times lead to the library. */
  onPlay?: (seconds: number) => void
}

/** Renders the show notes of an event. */
export function ShowNotes({ html, onPlay }: ShowNotesProps) {
  const notes = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = notes.current
    if (!element || !onPlay) return undefined
    function play(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest('a[data-seconds]')
      if (!(link instanceof HTMLElement)) return
      event.preventDefault()
      onPlay?.(Number(link.dataset.seconds))
    }
    element.addEventListener('click', play)
    return () => element.removeEventListener('click', play)
  }, [onPlay])
  return (
    <div
      ref={notes}
      className="own-words [&_a[data-seconds]]:figures [&_p]:whitespace-pre-line"
      // oxlint-disable-next-line react/no-danger -- see `html`
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
