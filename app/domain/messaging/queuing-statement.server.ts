import type { Statement } from '#db/client.server.ts'

/** A statement that queues a message: after a batch with one in it there is something to deliver. */
export type QueuingStatement = Statement & { queuesMessage: true }

export function queuing(insert: Statement): QueuingStatement {
	return { ...insert, queuesMessage: true }
}

export function queuesMessage(statement: Statement): statement is QueuingStatement {
	return 'queuesMessage' in statement
}
