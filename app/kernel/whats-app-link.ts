import { queryText } from './query-text.ts'

/** A link that opens WhatsApp with a text and lets its owner choose whom to send it to. */
export function whatsAppLink(text: string): string {
	return `https://wa.me/?text=${queryText(text)}`
}

/** A link that opens a chat with a number, in E.164, with a text ready to be sent. */
export function whatsAppMessage(phone: string, text: string): string {
	return `${whatsAppChat(phone)}?text=${queryText(text)}`
}

/** A link that opens a chat with a number, in E.164: '+2348031234567'. */
export function whatsAppChat(phone: string): string {
	return `https://wa.me/${phone.replace('+', '')}`
}
