ALTER TABLE `plan_orders` ADD `ended_at` integer;--> statement-breakpoint

-- By hand: what was started, or ordered again since, is not open.
UPDATE plan_orders SET ended_at = created_at WHERE expires_at IS NOT NULL AND (
	EXISTS (SELECT 1 FROM checkouts ordered JOIN checkouts sibling ON sibling.draft_id = ordered.draft_id AND sibling.status = 'COMPLETED'
		WHERE ordered.id = plan_orders.checkout_id)
	OR EXISTS (SELECT 1 FROM plan_orders newer WHERE newer.user_id = plan_orders.user_id AND newer.plan_id = plan_orders.plan_id
		AND newer.renews_subscription_id IS plan_orders.renews_subscription_id AND newer.expires_at IS NOT NULL
		AND (newer.created_at, newer.checkout_id) > (plan_orders.created_at, plan_orders.checkout_id)));--> statement-breakpoint
CREATE UNIQUE INDEX `plan_orders_one_open` ON `plan_orders` (`user_id`,`plan_id`,(case when "renews_subscription_id" is null then '' else "renews_subscription_id" end)) WHERE "plan_orders"."expires_at" is not null and "plan_orders"."ended_at" is null;--> statement-breakpoint

-- No two live periods of one account and plan overlap (F16). A pause moves the periods after its own before its own end.
CREATE TRIGGER subscriptions_apart BEFORE INSERT ON subscriptions WHEN NEW.cancelled_at IS NULL
BEGIN
	SELECT RAISE(ABORT, 'periods_overlap') FROM subscriptions WHERE user_id = NEW.user_id AND plan_id = NEW.plan_id
		AND cancelled_at IS NULL AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at;
END;--> statement-breakpoint
CREATE TRIGGER subscriptions_stay_apart BEFORE UPDATE OF ends_at ON subscriptions
WHEN NEW.ends_at > OLD.ends_at AND NEW.starts_at = OLD.starts_at AND NEW.cancelled_at IS NULL
BEGIN
	SELECT RAISE(ABORT, 'periods_overlap') FROM subscriptions WHERE user_id = NEW.user_id AND plan_id = NEW.plan_id
		AND id <> NEW.id AND cancelled_at IS NULL AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at;
END;
