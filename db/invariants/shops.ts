import type { Invariant } from './invariant.ts'

/** Two Workers' clocks differ by seconds: a key may be used slightly before it was made. */
const CLOCKS_APART_MS = 60_000

export const shopsInvariants: readonly Invariant[] = [
	{
		name: 'a link that was opened made a kiosk key of its shop',
		sql: `SELECT link.key_id AS subject FROM kiosk_links link JOIN access_keys key ON key.id = link.key_id
			WHERE key.shop_id <> link.shop_id OR key.kind <> 'kiosk'`,
	},
	{
		name: 'a calendar feed is of its shop: the device that made it, and the person whose it is',
		sql: `SELECT feed.id AS subject FROM calendar_feeds feed JOIN access_keys key ON key.id = feed.key_id
			LEFT JOIN staff_members member ON member.id = feed.staff_member_id
			WHERE key.shop_id <> feed.shop_id OR member.shop_id <> feed.shop_id`,
	},
	{
		name: 'a person’s device, and the link to it, is of a person of its shop; no other device is',
		sql: `SELECT id AS subject FROM (SELECT id, role, shop_id, staff_member_id FROM access_keys
				UNION ALL SELECT token_hash, role, shop_id, staff_member_id FROM kiosk_links) device
			WHERE (role = 'person') <> (staff_member_id IS NOT NULL) OR (staff_member_id IS NOT NULL AND NOT EXISTS (
				SELECT 1 FROM staff_members member WHERE member.id = device.staff_member_id AND member.shop_id = device.shop_id))`,
	},
	{
		name: 'five wrong PINs in a row have ended their key',
		sql: `SELECT id AS subject FROM access_keys WHERE wrong_pins >= 5 AND ended_at IS NULL`,
	},
	{
		name: 'what was done at a shop was done with a key of that shop, while it lived',
		sql: `SELECT act.id AS subject FROM shop_acts act JOIN access_keys key ON key.id = act.key_id
			WHERE key.shop_id <> act.shop_id OR act.acted_at < key.created_at - ${CLOCKS_APART_MS}`,
	},
	{
		name: 'nothing waits to be sent to an address that was ended',
		sql: `SELECT delivery.id AS subject FROM shop_deliveries delivery JOIN shop_webhooks webhook ON webhook.id = delivery.webhook_id
			WHERE webhook.ended_at IS NOT NULL AND delivery.delivered_at IS NULL AND delivery.dropped_at IS NULL`,
	},
	{
		name: 'a program is told of its own shop alone',
		sql: `SELECT delivery.id AS subject FROM shop_deliveries delivery JOIN shop_webhooks webhook ON webhook.id = delivery.webhook_id
			JOIN appointments visit ON visit.id = delivery.appointment_id WHERE visit.shop_id <> webhook.shop_id`,
	},
	{
		name: 'blocked time is of a person of its shop',
		sql: `SELECT block.id AS subject FROM blocked_times block JOIN staff_members member ON member.id = block.staff_member_id
			WHERE member.shop_id <> block.shop_id`,
	},
	{
		name: 'nobody is booked in time that their shop has blocked',
		sql: `SELECT block.id || ' / ' || entry.id AS subject FROM blocked_times block
			JOIN calendar_entries entry ON entry.staff_member_id = block.staff_member_id
				AND entry.starts_at > block.starts_at - 86400000 AND entry.starts_at < block.ends_at
				AND entry.blocked_until_at > block.starts_at
			WHERE entry.appointment_id IS NOT NULL`,
	},
	{
		name: 'D52: only a missed visit says when it was missed, and only a cancelled one why its shop cancelled it',
		sql: `SELECT id AS subject FROM appointments
			WHERE (missed_at IS NOT NULL AND status <> 'NO_SHOW') OR (cancellation_reason IS NOT NULL AND status <> 'CANCELLED')`,
	},
]
