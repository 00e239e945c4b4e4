/** After so many hours without a good copy the admin area warns. Specification, "Backups". */
export const overdueHours = 48
