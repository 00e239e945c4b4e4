import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { CallError } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { authStatusKey } from '#features/sign-in/public/session.ts'

type SaveBarProps = {
  /** Why it was not saved; `isAtFields`: fields say so. */
  problem: unknown
  isAtFields: boolean
  /** What is wrong that no field says. */
  others?: string[]
  isSaving: boolean
  /** How many fields are wrong. */
  mistakes: number
  /** Whether everything is saved. */
  standing: string | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** The foot of a form whose draft is saved: stays in view, with why it was not, and a way to sign in again. */
export function SaveBar({ problem, isAtFields, others = [], ...props }: SaveBarProps) {
  const queryClient = useQueryClient()
  const { isSaving, mistakes, standing, children } = props
  const isSignedOut = problem instanceof CallError && problem.status === 401
  const said = [...others, ...(problem && !isAtFields ? [explainSave(problem)] : [])]
  return (
    <div className="sticky bottom-0 z-10 mt-10 -mx-gutter border-t border-line bg-canvas px-gutter py-3 sm:mx-0 sm:rounded-t-md sm:border-x sm:px-5">
      {said.length > 0 && (
        <div
          role="alert"
          className="mb-3 flex items-start gap-2 text-small font-medium text-danger"
        >
          <CircleAlert aria-hidden size={17} className="mt-[0.19em] shrink-0" />
          <div className="min-w-0 wrap-anywhere">
            {said.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {isSignedOut && (
              <Button
                variant="secondary"
                className="mt-2 text-small!"
                onClick={() => void queryClient.invalidateQueries({ queryKey: authStatusKey })}
              >
                Sign in here
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" pending={isSaving}>
          {isSaving ? 'Saving...' : 'Save draft'}
        </Button>
        {children}
        <output className="text-small text-muted">
          {mistakes > 0 ? (
            <span className="font-medium text-danger">
              {mistakes === 1 ? '1 field needs' : `${mistakes} fields need`} your attention
            </span>
          ) : (
            standing
          )}
        </output>
      </div>
    </div>
  )
}
