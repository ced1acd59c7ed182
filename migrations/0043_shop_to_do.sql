CREATE INDEX `plan_orders_waiting` ON `plan_orders` (`plan_id`,`expires_at`) WHERE "plan_orders"."expires_at" is not null and "plan_orders"."ended_at" is null;
