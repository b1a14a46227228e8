/** What stands below “To do now” where nothing waits. */
export const nothingToDo = (hasOrders: boolean): string =>
  hasOrders ? 'Nothing. Every order is sent and paid.' : 'Nothing yet. What an order needs from you is listed here.'

/** What stands below “Running low” where no stock does. */
export const nothingLow = (hasProducts: boolean): string =>
  hasProducts ? 'There is enough of everything.' : 'No products yet. Those that sell out soon are listed here.'
