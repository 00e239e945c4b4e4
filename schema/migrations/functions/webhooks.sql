-- Empty: platform/domain-events/consumers.ts queues the webhook deliveries that triggers defined here queued before.
SELECT 1;
