import type { SQL } from 'drizzle-orm'
import type { Statement } from '#db/client.server.ts'
import { rawWrite } from '#db/statement.server.ts'

/** A statement that queues a message: after a batch with one in it there is something to deliver. */
export type QueuingStatement = Statement & { queuesMessage: true }

export function queuing(query: SQL): QueuingStatement {
	return { ...rawWrite(query), queuesMessage: true }
}

export function queuesMessage(statement: Statement): statement is QueuingStatement {
	return 'queuesMessage' in statement
}
