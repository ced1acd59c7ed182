import { newId } from '#app/kernel/id.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { keepForm } from './row-record.ts'
import { type OpenForm, sharedRows } from './shared-rows.ts'
import { deviceOf, tap } from './shop-device.ts'
import type { Setting, Story } from './story.ts'

/** Two devices of a shop change one row: the second is told what the first did, sees it, and sends its form again. */
export const twoDevicesStory: Story = async (setting) => {
	const { me } = setting
	const row = me.random.pick(sharedRows)
	const forms = await Promise.all((['desk', 'owner'] as const).map((role) => row(setting, role)))
	await me.together(...forms.map((form, i) => () => sendForm(setting, form, i === 0 ? 'desk' : 'owner', row)))
}

async function sendForm(
	setting: Setting,
	form: OpenForm | null,
	role: 'desk' | 'owner',
	open: (setting: Setting, role: 'desk' | 'owner', again?: OpenForm) => Promise<OpenForm | null>,
): Promise<void> {
	const { me, world, shop } = setting
	let shown = form
	for (let tries = 0; shown && tries < 3; tries++) {
		const sent = shown
		const text = `${role} ${me.name} ${tries}`
		await me.wait(me.random.below(me.random.chance(0.5) ? 3_000 : 3 * MINUTE_MS))
		const kept = keepForm(world, { ...sent, forms: [] }, { seen: sent.seen, text, isSaved: false })
		const page = { pageAct: newId(), action: [sent.name, sent.id, sent.seen, text] } as const
		const answers = await me.press(`saves ${sent.name}`, (deps, now) =>
			tap(deps, deviceOf(shop.id, role), { ...page, now }, ({ actOf }) => {
				const alongside = actOf({ kind: sent.actKind, subjectId: sent.id, summary: 'A change' })
				return sent.send(deps, { text, alongside, now })
			}),
		)
		kept.isSaved = answers.some(
			(answer) => answer === 'act_done_already' || (typeof answer === 'object' && answer.ok),
		)
		if (kept.isSaved || answers.length === 0 || me.random.chance(0.2)) return
		// The page shows the row as it is now, and keeps what was typed.
		shown = await open(setting, role, sent)
	}
}
