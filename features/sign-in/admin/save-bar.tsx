import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { explainSave } from '#client/admin/explain-save.ts'
import { CallError } from '#client/api/call.ts'
import { Button } from '#client/ui/button.tsx'
import { authStatusKey } from '#features/sign-in/public/session.ts'

type SaveBarProps = {
  /** Label of the save button; 'Save draft' by default. */
  label?: string
  /** Error of the last save. If `isAtFields` is true, the form displays its messages at the fields. */
  problem: unknown
  isAtFields: boolean
  /** Error messages that belong to no field. */
  others?: string[]
  isSaving: boolean
  /** Number of fields with invalid values. */
  mistakes: number
  /** Whether the draft is saved and, where drafts are published, published; undefined before the first save. */
  standing: 'Unsaved changes' | 'Draft not published' | 'Everything is saved' | undefined
  /** Further buttons to render in the save bar. */
  children?: ReactNode
}

/** Renders the sticky bar of a form with a draft: its buttons, errors, and a button to sign in again. */
export function SaveBar({ problem, isAtFields, others = [], ...props }: SaveBarProps) {
  const queryClient = useQueryClient()
  const { label = 'Save draft', isSaving, mistakes, standing, children } = props
  const isUnsaved = standing === 'Unsaved changes' || Boolean(problem) || mistakes > 0
  const isUnpublished = !isUnsaved && standing === 'Draft not published'
  const isSignedOut = problem instanceof CallError && problem.status === 401
  const said = [...others, ...(problem && !isAtFields ? [explainSave(problem)] : [])]
  return (
    <div
      className="save-bar"
      data-unsaved={isUnsaved || undefined}
      data-unpublished={isUnpublished || undefined}
    >
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
          {isSaving ? 'Saving...' : label}
        </Button>
        {children}
        <output className="text-small text-muted">
          {mistakes > 0 ? (
            <span className="font-medium text-danger">
              {mistakes === 1 ? '1 field has a mistake' : `${mistakes} fields have mistakes`}
            </span>
          ) : (
            standing
          )}
        </output>
      </div>
    </div>
  )
}
