import type { Database } from '#db/client.server.ts'
import { createTipJarRepository } from './tip-jar-repository.server.ts'

export function createTipsRepositories(read: Database['read']) {
	return { jars: createTipJarRepository(read) }
}
