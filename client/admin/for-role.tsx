import { createContext, type ReactNode, useContext } from 'react'
import {
  type AdministratorRole,
  explainNeededRole,
  hasRightsOf,
} from '#kernel/administrator-roles.ts'

/** The role of the signed-in administrator. The server checks every call; screens offer what the role may do. */
const RoleContext = createContext<AdministratorRole>('owner')

export const RoleProvider = RoleContext.Provider

/** Returns the role of the signed-in administrator. */
export function useRole(): AdministratorRole {
  return useContext(RoleContext)
}

/** Returns whether the signed-in administrator has the rights of a role. */
export function useHasRole(needed: AdministratorRole): boolean {
  return hasRightsOf(useRole(), needed)
}

type ForRoleProps = { needs: AdministratorRole; children: ReactNode }

/** Renders its children only for administrators with the role. */
export function ForRole({ needs, children }: ForRoleProps) {
  return useHasRole(needs) ? children : null
}

/** Replaces its children by an explanation for administrators without the role. */
export function PageForRole({ needs, children }: ForRoleProps) {
  return useHasRole(needs) ? children : <p className="text-muted">{explainNeededRole(needs)}</p>
}

/** Shows a form to editors and owners, and with its controls disabled to viewers. */
export function FormForEditors({ children }: { children: ReactNode }) {
  if (useHasRole('editor')) return children
  return (
    <>
      <p className="mb-5 text-small font-semibold">
        You can view this, but not change it. {explainNeededRole('editor')}
      </p>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  )
}
