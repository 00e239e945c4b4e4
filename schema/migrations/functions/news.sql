-- Empty: features/events/server/write-events.ts writes the columns that a trigger defined here wrote before.
SELECT 1;
