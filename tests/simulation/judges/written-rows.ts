import { writtenRowsOf } from '../stories/row-record.ts'
import { tracesOf } from '../stories/traces.ts'
import type { World } from '../world.ts'

/**
 * Rows that several devices change, by hand: what a device was told to be saved stands there, or a later form showed
 * it. So nothing that was typed is lost in silence. What is kept about a person goes with the person.
 */
export async function judgeWrittenRows(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	for (const { name, id, sql, isOfPerson, forms } of writtenRowsOf(world).values()) {
		if (!forms.some(({ isSaved }) => isSaved)) continue
		const [row] = await world.sql.rows(sql, id)
		if (!row && isOfPerson) {
			if (isOver) await judgeErased(world, { name, id, texts: forms.map(({ text }) => text) })
			continue
		}
		const words = String(row?.words ?? '')
		for (const form of forms) {
			const isShown = forms.some((other) => other !== form && other.seen?.includes(form.text))
			if (form.isSaved && !isShown && !words.includes(form.text))
				world.find(`${name} of ${id}: '${form.text}' was saved, and lost in silence: it says '${words}'`)
		}
	}
}

async function judgeErased(
	world: World,
	{ name, id, texts }: { name: string; id: string; texts: readonly string[] },
): Promise<void> {
	for (const text of texts)
		for (const place of await tracesOf(world, text))
			world.find(`${name} of ${id}, who was erased: '${text}' stands in ${place}`)
}
