-- features/questions/server/guest-question.ts writes the questions of the registration form. The baseline includes this
-- file, and a migration drops the triggers that it had.
SELECT 1;
