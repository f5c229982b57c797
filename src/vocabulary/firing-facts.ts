interface ComparedAudience {
  audienceId: string;
  visits: number;
  conversions: number;
}

/** The audience with the highest rate of a page. Firings from before it was compared have neither of the last two. */
export interface BestAudience extends ComparedAudience {
  /** Whether it is best by more than chance. */
  isMoreThanChance?: boolean;
  /** The one that it differs from least certainly. */
  against?: ComparedAudience;
}

/** What a firing knows, in numbers and ids: no text of people. Dates are of the zone of the alert. */
export type FiringFacts =
  | {
      type: 'accounts_visited';
      date: string;
      /** There were at least so many visits in so many days, of which the date is the last. */
      visits: number;
      days: number;
    }
  | { type: 'link_opened'; date: string }
  | {
      type: 'conversions_changed';
      date: string;
      comparedDate: string;
      visits: number;
      comparedVisits: number;
      conversions: number;
      comparedConversions: number;
      /** Null if there was none to compare with. */
      changePercent: number | null;
    }
  | {
      type: 'weekly_report';
      /** The Monday of the week. */
      date: string;
      visits: number;
      comparedVisits: number;
      /** The one with the highest rate of those that are compared. Null if there were none to compare. */
      bestAudience: BestAudience | null;
      accountIds: string[];
      /** How many accounts came besides. */
      moreAccounts: number;
      /** There were too many audiences or accounts to compare them: only the visits are told. */
      isCut?: boolean;
    };
