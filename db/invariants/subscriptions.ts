import type { Invariant } from './invariant.ts'

const counted = `(SELECT count(*) FROM subscription_entries WHERE subscription_id = subscription.id AND returned_at IS NULL)`

export const subscriptionsInvariants: readonly Invariant[] = [
	{
		name: 'I4: no session has more places than seats',
		sql: `SELECT session.id AS subject FROM plan_sessions session WHERE session.capacity
			< (SELECT count(*) FROM session_bookings WHERE session_id = session.id AND status <> 'cancelled')`,
	},
	{
		name: 'I4: a subscription gives no more entries than its plan has, in all or in a week',
		sql: `SELECT subscription.id AS subject FROM subscriptions subscription WHERE ${counted} > subscription.total_visits_allowed
			UNION ALL SELECT subscription.id FROM subscriptions subscription
				JOIN subscription_entries entry ON entry.subscription_id = subscription.id AND entry.returned_at IS NULL
				GROUP BY subscription.id, entry.week_starts_at HAVING count(*) > subscription.max_entries_per_week`,
	},
	{
		name: 'I4: the entries of a subscription are those of its history',
		sql: `SELECT subscription.id AS subject FROM subscriptions subscription WHERE ${counted} <> (
			SELECT coalesce(sum(entries_after - entries_before), 0) FROM subscription_usage WHERE subscription_id = subscription.id)`,
	},
	{
		name: 'I4: a place has one entry, of its subscription and the week of its session',
		sql: `SELECT place.id AS subject FROM session_bookings place JOIN plan_sessions session ON session.id = place.session_id
			LEFT JOIN subscription_entries entry ON entry.booking_id = place.id
			WHERE entry.id IS NULL OR entry.subscription_id <> place.subscription_id OR entry.week_starts_at <> session.week_starts_at`,
	},
	{
		name: 'D11: an entry comes back with a place that is given up in time, by the shop or with the plan, and else never',
		sql: `SELECT place.id AS subject FROM session_bookings place JOIN plan_sessions session ON session.id = place.session_id
			JOIN subscription_entries entry ON entry.booking_id = place.id
			WHERE (entry.returned_at IS NOT NULL) <> (place.status = 'cancelled' AND (place.cancelled_by IN ('shop', 'plan')
				OR place.cancelled_at <= place.starts_at - 86400000 OR session.called_off_at IS NOT NULL))`,
	},
	{
		name: 'D47: a place is of the time of its session, and of the plan and the account of its subscription',
		sql: `SELECT place.id AS subject FROM session_bookings place JOIN plan_sessions session ON session.id = place.session_id
			JOIN subscriptions subscription ON subscription.id = place.subscription_id
			WHERE place.starts_at <> session.starts_at OR place.ends_at <> session.starts_at + session.duration_minutes * 60000
				OR subscription.plan_id <> session.plan_id OR subscription.user_id <> place.user_id OR session.shop_id <> subscription.shop_id`,
	},
	{
		name: 'D47: nobody has places in two sessions at once',
		sql: `SELECT place.id AS subject FROM session_bookings place JOIN session_bookings other
			ON other.user_id = place.user_id AND other.id > place.id AND other.status <> 'cancelled'
				AND other.starts_at < place.ends_at AND other.ends_at > place.starts_at
			WHERE place.status <> 'cancelled'`,
	},
	{
		name: 'D47: a place that is kept lies within its period',
		sql: `SELECT place.id AS subject FROM session_bookings place JOIN subscriptions subscription ON subscription.id = place.subscription_id
			WHERE place.status = 'booked' AND (place.starts_at < subscription.starts_at OR place.starts_at >= subscription.ends_at)`,
	},
	{
		name: 'D47: a session that was called off has no place that is kept, and nobody waits for it',
		sql: `SELECT session.id AS subject FROM plan_sessions session WHERE session.called_off_at IS NOT NULL
			AND (EXISTS (SELECT 1 FROM session_bookings WHERE session_id = session.id AND status = 'booked')
				OR EXISTS (SELECT 1 FROM session_waits WHERE session_id = session.id AND ended_at IS NULL))`,
	},
	{
		name: 'D35: a subscription is of the shop of its plan',
		sql: `SELECT subscription.id AS subject FROM subscriptions subscription
			JOIN subscription_plans plan ON plan.id = subscription.plan_id WHERE plan.shop_id <> subscription.shop_id`,
	},
	{
		name: 'D45: a period that goes on from another begins when that has ended',
		sql: `SELECT later.id AS subject FROM subscriptions later JOIN subscriptions earlier ON earlier.id = later.renews_subscription_id
			WHERE later.starts_at < earlier.ends_at AND later.cancelled_at IS NULL AND earlier.cancelled_at IS NULL`,
	},
	{
		name: 'F16: no two live periods of one account and plan overlap',
		sql: `SELECT held.id AS subject FROM subscriptions held JOIN subscriptions other ON other.user_id = held.user_id
			AND other.plan_id = held.plan_id AND other.id > held.id AND other.cancelled_at IS NULL
			AND other.starts_at < held.ends_at AND other.ends_at > held.starts_at WHERE held.cancelled_at IS NULL`,
	},
	{
		name: 'F17: of a subscription that was cancelled no place ahead is booked, and no one waits with it',
		sql: `SELECT subscription.id AS subject FROM subscriptions subscription WHERE subscription.cancelled_at IS NOT NULL
			AND (EXISTS (SELECT 1 FROM session_bookings WHERE subscription_id = subscription.id AND status = 'booked'
					AND starts_at > subscription.cancelled_at)
				OR EXISTS (SELECT 1 FROM session_waits WHERE subscription_id = subscription.id AND ended_at IS NULL))`,
	},
	{
		name: 'F22: a place that is kept lies in no pause of its plan',
		sql: `SELECT place.id AS subject FROM session_bookings place JOIN subscriptions subscription ON subscription.id = place.subscription_id
			WHERE place.status = 'booked' AND place.starts_at >= subscription.paused_at AND place.starts_at < subscription.resumes_at`,
	},
	{
		name: 'I6: a code of check-in that was used completed a session, or took one entry',
		sql: `SELECT code.id AS subject FROM check_in_codes code
			LEFT JOIN session_bookings place ON place.id = code.booking_id
			LEFT JOIN subscription_entries entry ON entry.id = code.id || ':entry'
			WHERE (code.used_at IS NULL AND entry.id IS NOT NULL) OR (code.used_at IS NOT NULL AND
				((entry.id IS NULL) = (code.booking_id IS NULL) OR place.completed_at IS NOT iif(code.booking_id IS NULL, NULL, code.used_at)))`,
	},
	{
		name: 'D49: who waits has no place, and waits with a subscription of their own',
		sql: `SELECT wait.id AS subject FROM session_waits wait JOIN plan_sessions session ON session.id = wait.session_id
			JOIN subscriptions subscription ON subscription.id = wait.subscription_id
			WHERE wait.ended_at IS NULL AND (subscription.user_id <> wait.user_id OR subscription.plan_id <> session.plan_id
				OR EXISTS (SELECT 1 FROM session_bookings WHERE session_id = wait.session_id AND user_id = wait.user_id AND status <> 'cancelled'))`,
	},
	{
		name: 'D49: an offer lasts 30 minutes and ends half an hour before its session',
		sql: `SELECT wait.id AS subject FROM session_waits wait JOIN plan_sessions session ON session.id = wait.session_id
			WHERE wait.offer_expires_at <> wait.offered_at + 1800000 OR wait.offer_expires_at > session.starts_at - 1800000`,
	},
]
