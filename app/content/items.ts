/** Copy of the item list on the dashboard. */
import { formatItemCount } from "./item-results";

export const ITEM_NAME_REQUIRED = "Please enter a name";

/** Errors that only the server detects. */
export const itemErrors = {
  full: "You’ve reached the limit of 10,000 items. Delete items you no longer need, then try again.",
  outdated: "This page is out of date. Please reload it and try again.",
  selection: (max: number) => `Please select between 1 and ${max} items.`,
  nameTooLong: (max: number) => `Please use at most ${max} characters`,
} as const;

export const itemForm = {
  titles: { create: "Add an item", rename: "Edit item" },
  name: "Name",
  save: "Save",
  cancel: "Cancel",
  add: "Add item",
  newItem: "New item",
} as const;

export const itemList = {
  title: "Your items",
  select: "Select",
  done: "Done",
  featured: "Featured",
  newest: "Newest items",
  older: "Older items",
  loadMore: "Load more",
  loadingMore: "Loading more items",
  moreThan: (count: number) => `More than ${formatItemCount(count)}`,
  found: (count: string) => `${count} found`,
  featuredCount: (count: string) => `${count} featured`,
  edit: "Edit",
  adding: "Adding",
  feature: "Feature",
  unfeature: "Unfeature",
  locked: "Not included in your plan",
  featuredLabel: (name: string) => `Featured: ${name}`,
  delete: "Delete",
  deleteLabel: (name: string) => `Delete ${name}`,
} as const;

export const selection = {
  prompt: "Select items",
  count: (count: number) => `${count} selected`,
  limit: (max: number) => `, at most ${max} at a time`,
  selectLabel: (name: string) => `Select ${name}`,
} as const;

export const listFilter = {
  search: "Search",
  searchLabel: "Search items",
  label: "Filter",
  all: "All",
} as const;

export const emptyList = {
  title: "Nothing yet. Click the button to add your first item.",
  text: "An item can be anything: a task, a product, a name to remember. Start with one of these, if you like:",
  examples: ["Call the supplier back", "Winter collection", "Sample 14, undyed"],
} as const;

export const noResults = {
  featured: "No featured items yet. Items with a star are listed here.",
  items: (query: string) => `No items match “${query}”.`,
  featuredItems: (query: string) => `No featured items match “${query}”.`,
} as const;
