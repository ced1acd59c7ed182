import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'tips' | 'writeBatch'>

/** Opens a jar of tips. */
export async function openTipJar({ tips, writeBatch }: Deps, actor: Actor, amountKobo: Kobo): Promise<void> {
	await writeBatch([tips.jars.openJar(actor, { id: newId(), amountKobo })])
}
