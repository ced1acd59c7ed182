import { runSweeper } from '#app/flows/jobs/run-sweeper.server.ts'
import { jobs } from '#app/flows/lists/jobs.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { clockAt, isQuiet } from '../judges/clock-by-hand.ts'
import { type OpenWish, openWishes } from '../judges/open-wishes.ts'
import { createTeller, type Teller } from '../teller.ts'
import type { Setting, Story } from './story.ts'

const linesAlone = jobs.filter(({ name }) => name === 'slot-lines')

/**
 * Looks at the shop's lines by hand, lets the minute's job run without faults, and looks again. A wait that a
 * free time fitted before and after two such runs was passed over, and so was one that a later wait overtook.
 */
export const lineWatchStory: Story = async (setting) => {
	const { me, world, shop } = setting
	const unharmed = createTeller(
		world,
		{ id: `${me.name} unharmed`, kind: 'cron', startsAt: me.now(), hasFaults: false },
		() => true,
	)
	const endsAt = instantOf(shop.zone, civilAt(shop.zone, me.now()).date, 1_439) ?? me.now()
	while (me.now() < endsAt) {
		await me.wait(20 * MINUTE_MS + me.random.below(90 * MINUTE_MS))
		if (!mayOffer(setting, me.now())) continue
		const [before, passed] = await look(setting, unharmed)
		if (before.length === 0) continue
		let stillOpen = passed
		for (let runs = 0; runs < 2 && stillOpen.length > 0; runs++) {
			await me.wait(2_000)
			const [, again] = await look(setting, unharmed)
			stillOpen = stillOpen.flatMap((wish) =>
				again.filter((one) => one.waitId === wish.waitId && meets(one, wish)),
			)
		}
		for (const { waitId, starts } of mayOffer(setting, me.now()) ? stillOpen : [])
			world.find(
				`line: ${waitId} waits, and ${new Date(starts[0] ?? 0).toISOString()} is free for it and offered to none`,
			)
		await me.wait(HOUR_MS)
	}
}

/** Nothing is offered in quiet hours, nor in the minutes before them. */
function mayOffer({ shop }: Setting, at: Instant): boolean {
	return (
		!isQuiet(shop.zone, at) &&
		!isQuiet(shop.zone, at + 5 * MINUTE_MS) &&
		clockAt(shop.zone, at).minute >= 7 * 60
	)
}

/** Open waits before a run, and the waits that it left open though a time fitted them before and after. */
async function look(
	{ world, shop }: Setting,
	unharmed: Teller,
): Promise<[before: OpenWish[], left: OpenWish[]]> {
	const at = world.now()
	const before = await openWishes(world, shop.id, at)
	if (before.length === 0) return [[], []]
	await unharmed.ask('looks at the lines', (deps) => runSweeper({ ...deps, jobs: linesAlone }))
	const after = await openWishes(world, shop.id, world.now())
	await judgeOrder(world, before, at)
	return [
		before,
		before.flatMap((wish) => after.filter((one) => one.waitId === wish.waitId && meets(one, wish))),
	]
}

const meets = (one: OpenWish, other: OpenWish) => one.starts.some((start) => other.starts.includes(start))

/** A start that fits one in line is not held for another one who comes after. */
async function judgeOrder(
	{ sql, find }: Setting['world'],
	before: readonly OpenWish[],
	since: Instant,
): Promise<void> {
	const rows = await sql.rows(
		`SELECT id, offered_starts_at AS start, draft_id, coalesce(offered_at, 0) >= ?2 AS is_offered, ended_at FROM slot_waits
			WHERE id IN (SELECT value FROM json_each(?1))`,
		JSON.stringify(before.map(({ waitId }) => waitId)),
		since,
	)
	const became = new Map(rows.map((row) => [String(row.id), row]))
	for (const [place, later] of before.entries()) {
		const offer = became.get(later.waitId)
		if (!offer || Number(offer.is_offered) !== 1 || offer.draft_id === null) continue
		for (const passed of before.slice(0, place)) {
			const left = became.get(passed.waitId)
			const isLeft = left && Number(left.is_offered) !== 1 && left.ended_at === null
			if (
				isLeft &&
				passed.isProven &&
				passed.date === later.date &&
				passed.starts.includes(Number(offer.start))
			)
				find(`line: ${later.waitId} was offered the time that ${passed.waitId} waits for before it`)
		}
	}
}
