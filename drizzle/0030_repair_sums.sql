-- Sums begin with the number of their measures. Some commits before that wrote them without it: two numbers and eleven
-- columns, which have a bar less. Of these, sums of eleven quarters of an hour were taken for others, and read wrongly.
UPDATE session_blocks SET sums = '11|' || sums WHERE length(sums) - length(replace(sums, '|', '')) = 12;
