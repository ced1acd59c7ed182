/** How a customer reaches us (D27). An e-mail address becomes a link; other contacts are text. */
export function SupportContact({ contact }: { contact: string }) {
	if (!contact.includes('@')) return <b>{contact}</b>
	return (
		<a href={`mailto:${contact}`} className="link">
			{contact}
		</a>
	)
}
