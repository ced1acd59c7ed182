import type { TipJarRepository } from '#app/domain/tips/tip-jar-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { WriteBatch } from '#app/kernel/write-batch.server.ts'

type Deps = { tipJars: Pick<TipJarRepository, 'openJar'>; writeBatch: WriteBatch }

/** Opens a jar of tips. */
export async function openTipJar({ tipJars, writeBatch }: Deps, actor: Actor, amountKobo: Kobo): Promise<void> {
	await writeBatch([tipJars.openJar(actor, { id: newId(), amountKobo })])
}
