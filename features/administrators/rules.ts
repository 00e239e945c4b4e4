/** After so many hours without a good copy the admin area warns. Specification, "Backups". */
export const overdueHours = 48

/** How many entries of the audit log one call answers at most. */
export const mostActsAtOnce = 200
