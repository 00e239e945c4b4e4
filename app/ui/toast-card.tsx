import { X } from 'lucide-react'
import { useEffect } from 'react'

import { dismissToast, type Toast } from './toast-store.ts'
import { useSwipeAway } from './use-swipe-away.ts'

/** One toast: goes by itself, by its button, by Escape, or by a swipe to the right of 50 px. */
export function ToastCard({ toast, onLeave }: { toast: Toast; onLeave: () => void }) {
  const { distance, isSwiping, handlers } = useSwipeAway(dismissToast)

  useEffect(() => {
    if (toast.leaving) onLeave()
  }, [toast.leaving, onLeave])

  const edge = toast.variant === 'destructive' ? 'border-l-danger' : 'border-l-accent'
  return (
    <div
      data-toast={toast.variant}
      {...handlers}
      style={{ transform: `translateX(${distance}px)` }}
      className={`pointer-events-auto relative touch-pan-y rounded-md border border-l-4 border-line ${edge} animate-lights-up bg-raised py-3.5 pr-14 pl-4 text-ink shadow-float transition-opacity duration-150 select-none ${isSwiping ? '' : 'transition-[opacity,transform]'} ${toast.leaving ? 'opacity-0' : ''}`}
    >
      <p className="font-semibold">{toast.title}</p>
      {toast.description && (
        <p
          className={`mt-0.5 text-small wrap-anywhere text-muted ${toast.isForCopying ? 'select-all' : ''}`}
        >
          {toast.description}
        </p>
      )}
      <button
        type="button"
        aria-label="Dismiss notification"
        onClick={dismissToast}
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-md text-muted hover:text-ink"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}
