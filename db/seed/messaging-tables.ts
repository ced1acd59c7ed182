import { notifications, notificationsSeen } from '#db/schema/messaging.ts'
import type { TableRows } from './table-rows.ts'

export const messagingTables = { notifications, notificationsSeen }
export type MessagingRows = TableRows<typeof messagingTables>
