/** Where a customer reaches a person (D27). An e-mail address becomes a link; any other contact is shown as text. */
export function SupportContact({ contact }: { contact: string }) {
	if (!contact.includes('@')) return <b>{contact}</b>
	return (
		<a href={`mailto:${contact}`} className="link">
			{contact}
		</a>
	)
}
