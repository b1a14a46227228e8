/** Whether storefront pages ask for subscribers, and in which words. */
export interface NewsletterSection {
  readonly shown: boolean
  readonly title?: string
  readonly text?: string
}

export interface NewsletterSettings {
  readonly shown: boolean
  readonly title: string
  readonly text: string
}

/** What stands beside the field where an address is given. */
export const newsletterWords = ({ title, text }: Pick<NewsletterSettings, 'title' | 'text'>): string => `${title}. ${text}`

export const newsletterSettingsOf = (section: NewsletterSection | undefined, shopName: string): NewsletterSettings => ({
  shown: section?.shown ?? true,
  title: section?.title || `News from ${shopName}`,
  text: section?.text || 'Now and then, by email. You can unsubscribe with one click.',
})
