/** After so many hours without a good copy the admin area warns. Specification, "Copies of the database". */
export const overdueHours = 48
